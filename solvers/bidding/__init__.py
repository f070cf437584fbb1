"""The bid optimiser for Stockpile's Demand Phase."""
