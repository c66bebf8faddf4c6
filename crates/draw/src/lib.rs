//! A scene becomes a picture.
