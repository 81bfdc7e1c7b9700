"""Black Powder Tactical Commander: horse and musket, battalions in their formations."""
