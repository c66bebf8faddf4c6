// The address names the moment: #step=120&seat=2&view=knows.

function readLink() {
  const words = new URLSearchParams(location.hash.slice(1));
  const whole = (name) => (/^\d{1,9}$/.test(words.get(name) ?? "") ? Number(words.get(name)) : null);
  return { step: whole("step"), seat: whole("seat"), knows: words.get("view") === "knows", single: words.get("each") === "step" };
}

function writeLink({ step, seat, knows, single }) {
  // A frame whose text is in its own element, as in a notebook, has no address.
  if (location.protocol === "about:") return;
  const words = new URLSearchParams({ step });
  if (seat !== null) words.set("seat", seat);
  if (seat !== null && knows) words.set("view", "knows");
  if (single) words.set("each", "step");
  if (location.hash.slice(1) !== words.toString()) history.replaceState(null, "", `#${words}`);
}
