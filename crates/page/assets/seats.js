// Who sits where, in words.

// What a seat is called, with who plays there: python · greedy.
function seatName(card, seat) {
  const { name, player } = card.seats[seat];
  return player ? `${name} · ${player}` : name;
}

// greedy against random; score x3 against chase x2, lurk.
function lineUp(card) {
  const seats = card.seats.filter((seat) => seat.plays);
  const sides = [...new Set(seats.map((seat) => seat.side))];
  const parties = sides.length > 1 ? sides.map((side) => seats.filter((seat) => seat.side === side)) : seats.map((seat) => [seat]);
  const words = parties.map((party) => counted(party.map((seat) => seat.player || seat.name)).join(", "));
  return (sides.length > 1 || seats.length <= 2 ? words : counted(words)).join(" against ");
}

// Equal neighbours, counted.
function counted(names) {
  const runs = [];
  for (const name of names) {
    const run = runs.at(-1);
    if (run?.name === name) run.times += 1;
    else runs.push({ name, times: 1 });
  }
  return runs.map(({ name, times }) => (times > 1 ? `${name} ×${times}` : name));
}
