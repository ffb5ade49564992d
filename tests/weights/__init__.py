"""Files of weights to torch and back."""
