//! A recorded match: its facts, any state of it, and the page that plays it.

use crate::game::Match;
use crate::recorded::{Log, Origin, Recorded};
use crate::shared::{raise, registry};
use gridhaunt_arena::differs::Differs;
use gridhaunt_arena::file;
use gridhaunt_arena::replay::{Found, Replay, find};
use gridhaunt_arena::verify::Rerun;
use gridhaunt_kernel::Invalid as Wrong;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::path::PathBuf;

/// One match of a record.
#[pyclass(module = "gridhaunt._gridhaunt", frozen)]
pub(crate) struct Record {
    replay: Replay,
    lines: String,
}

fn no_replay(differs: &Differs) -> Wrong {
    Wrong::new("replay", differs, "a replay that verifies").says(differs.to_string())
}

#[pymethods]
impl Record {
    /// Reads the match with a number, counted from 1, of a file or of a text.
    #[new]
    fn new(py: Python<'_>, path: Option<PathBuf>, text: Option<&str>, number: u64) -> PyResult<Self> {
        let mut lines = Vec::new();
        let keep = |line: &[u8]| {
            lines.extend_from_slice(line);
            lines.push(b'\n');
        };
        let found = py.detach(|| match path {
            Some(path) => find(file::open(&path)?, number, keep),
            None => find(text.unwrap_or_default().as_bytes(), number, keep),
        })?;
        let wrong = match found {
            Found::Replay(replay) => {
                return Ok(Self { replay: *replay, lines: String::from_utf8_lossy(&lines).into_owned() });
            }
            Found::Unreadable(differs) => no_replay(&differs),
            Found::Only(0) => Wrong::new("replay", "no match in it", "a replay"),
            Found::Only(matches) => Wrong::new("match", number, format!("1..={matches}")),
        };
        Err(raise(py, &wrong))
    }

    #[getter]
    fn game(&self) -> &str {
        &self.replay.header.game
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.replay.header.seed
    }

    #[getter]
    fn players(&self) -> Vec<String> {
        self.replay.header.seats.clone()
    }

    #[getter]
    fn steps(&self) -> usize {
        self.replay.steps.len()
    }

    #[getter]
    fn text(&self) -> &str {
        &self.lines
    }

    fn settings(&self) -> String {
        self.replay.header.settings.to_string()
    }

    /// The recorded outcome as JSON; null if the match has no end.
    fn outcome(&self) -> String {
        self.replay.end.as_ref().map_or_else(|| "null".into(), |end| end.outcome.to_string())
    }

    /// The match after so many steps, played again and checked; without a number at its end, which is checked too.
    #[pyo3(signature = (step=None))]
    fn at(&self, py: Python<'_>, step: Option<usize>) -> PyResult<Match> {
        let last = self.replay.steps.len();
        let is_whole = step.is_none();
        let step = step.unwrap_or(last);
        if step > last {
            return Err(raise(py, &Wrong::new("step", step, format!("0..={last}"))));
        }
        let played = py.detach(|| {
            let mut rerun = Rerun::new(registry(), &self.replay)?;
            let mut log = Log::default();
            while rerun.taken() < step {
                rerun.next_step().unwrap_or(Ok(()))?;
                log.push(rerun.game.choices());
            }
            if is_whole {
                rerun.check_end()?;
            }
            Ok(Recorded { session: rerun.game.into_session(), log })
        });
        let header = &self.replay.header;
        let origin = Origin {
            game: header.game.clone(),
            settings: header.settings.to_string(),
            seed: header.seed,
            state: header.state.as_ref().map(ToString::to_string),
        };
        let played = played.map_err(|differs| raise(py, &no_replay(&differs)))?;
        Ok(Match::from_parts(origin, played))
    }

    /// The page that plays the match, as one HTML text.
    fn page(&self, py: Python<'_>) -> PyResult<String> {
        let header = &self.replay.header;
        let failed = |words: String| PyRuntimeError::new_err(words);
        gridhaunt_page::knows(&header.game).map_err(|error| failed(error.to_string()))?;
        let title = registry().find(&header.game).map_err(|wrong| raise(py, &wrong))?.info().title;
        let title = format!("{title}, seed {}, {}", header.seed, header.seats.join(" against "));
        gridhaunt_page::html(&self.lines, &title).map_err(|error| failed(error.to_string()))
    }
}
