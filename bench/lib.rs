//! Measurements live in `benches/` (criterion, our own) and `peers/` (side by side with what people use today).
