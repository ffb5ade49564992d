"""Tables that open the chapters as Primitives and as methods of Tensor. Nothing is computed here."""
