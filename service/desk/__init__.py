"""The files of the page at `/`: served by `service.http.desk`."""
