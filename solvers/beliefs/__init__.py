"""What rivals' decisions tell of the cards they hold."""
