"""What type checkers say of right and of wrong programs: both are run, so that it is true of them."""
