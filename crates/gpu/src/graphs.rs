//! Steps as graphs: what a step launches is recorded once and then launched as one.

use crate::layout::Numbers;
use crate::{Device, Error};
use cudarc::driver::CudaGraph;
use cudarc::driver::result::graph;
use cudarc::driver::sys::{CUgraphInstantiate_flags, CUstreamCaptureMode, CUstreamCaptureStatus};

/// How many places of numbers are remembered: a caller gives its choices in memory that it uses again, in few places.
const MOST: usize = 16;

/// The graphs of a fleet, by where the numbers of the step lie. A place has none before it is used again, since a graph
/// takes longer to make than to do without; the one used last is the last.
#[derive(Default)]
pub(crate) struct Graphs(Vec<(Numbers, Option<Graph>)>);

struct Graph(CudaGraph);

// SAFETY: a graph is only used through the fleet that has it, by whoever has that for itself alone; the driver lets any
// thread launch it.
#[allow(unsafe_code, reason = "a graph is an address of the driver's")]
unsafe impl Send for Graph {}
// SAFETY: as above.
#[allow(unsafe_code, reason = "a graph is an address of the driver's")]
unsafe impl Sync for Graph {}

impl core::fmt::Debug for Graphs {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} graphs", self.0.len())
    }
}

impl Graphs {
    /// Whether what is done on this device now can be a graph: not if somebody else records it for one of its own.
    pub(crate) fn can_launch(device: &Device) -> Result<bool, Error> {
        Ok(device.stream.capture_status()? == CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE)
    }

    /// Launches the step with these numbers on a device; false if there is no graph for it yet. What a step launches is
    /// recorded at home, where nobody else works.
    pub(crate) fn launch(
        &mut self,
        numbers: Numbers,
        device: &Device,
        home: &Device,
        launches: impl FnOnce() -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let Some(at) = self.0.iter().position(|(known, _)| *known == numbers) else {
            if self.0.len() == MOST {
                self.0.remove(0);
            }
            self.0.push((numbers, None));
            return Ok(false);
        };
        self.0[at..].rotate_left(1);
        let Some((_, known)) = self.0.last_mut() else { return Ok(false) };
        if known.is_none() {
            *known = record(home, launches)?;
        }
        let Some(Graph(known)) = known else { return Ok(false) };
        device.context().bind_to_thread()?;
        // SAFETY: the graph is there, and the stream is of the same device.
        #[allow(unsafe_code, reason = "the driver is C")]
        unsafe {
            graph::launch(known.cu_graph_exec(), device.stream.cu_stream())?;
        }
        Ok(true)
    }
}

fn record(home: &Device, launches: impl FnOnce() -> Result<(), Error>) -> Result<Option<Graph>, Error> {
    home.stream.begin_capture(CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL)?;
    let launched = launches();
    let graph = home.stream.end_capture(CUgraphInstantiate_flags(0));
    launched?;
    Ok(graph?.map(Graph))
}
