"""What the Commander family of games (Future War, Black Powder) really shares."""
