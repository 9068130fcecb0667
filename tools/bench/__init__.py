"""`make bench`: how fast the service is, as ratios measured in the same run."""
