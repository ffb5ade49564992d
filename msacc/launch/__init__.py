"""msrun: start, watch and end the processes of a job."""
