"""The files of the page at `/` and of the rulebook at `/rules/<game>`: served by `service.http.desk`."""
