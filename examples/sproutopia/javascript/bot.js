// A starter bot for Sproutopia: it walks rectangles out of its land and back, and so claims them.
const { randomUUID } = require("crypto");
const { HubConnectionBuilder, LogLevel } = require("@microsoft/signalr");

const STEPS = { 1: [0, -1], 2: [0, 1], 3: [-1, 0], 4: [1, 0] }; // Up, Down, Left, Right
const OPPOSITE = { 1: 2, 2: 1, 3: 4, 4: 3 };
const ACTIONS = [1, 2, 3, 4];
const OFF_THE_BOARD = 254;

const host = (process.env.RUNNER_IPV4 || "127.0.0.1").replace("http://", "");
const url = `http://${host}:${process.env.RUNNER_PORT || 5000}/runnerhub`;
const token = process.env.TOKEN || randomUUID();
const nickname = process.env.BOT_NICKNAME || "javascript starter";

// Decides. Its window is a square around it: window[x][y], itself in the middle.
class Farmer {
  seat = 0;
  way = []; // The steps of the rectangle that are left.

  choose(state) {
    this.window = state.heroWindow;
    this.weeds = state.weeds;
    this.reach = (this.window.length - 1) / 2;
    this.facing = state.directionState;
    if (!this.isClear(this.way)) this.way = this.atHome([0, 0]) ? this.bestRectangle() : this.wayHome();
    if (!this.way.length) this.way = this.wander();
    return this.way.shift() || 0;
  }

  code([x, y]) {
    return this.window[x + this.reach]?.[y + this.reach] ?? OFF_THE_BOARD;
  }

  atHome(cell) {
    return this.code(cell) === this.seat;
  }

  isFree([x, y]) {
    const code = this.code([x, y]);
    const onOwnTrail = code === this.seat + 4;
    return code !== OFF_THE_BOARD && !onOwnTrail && !this.weeds[x + this.reach][y + this.reach];
  }

  cells(way) {
    let [x, y] = [0, 0];
    return way.map((action) => [(x += STEPS[action][0]), (y += STEPS[action][1])]);
  }

  isClear(way) {
    return way.length > 0 && way[0] !== OPPOSITE[this.facing] && this.cells(way).every((cell) => this.isFree(cell));
  }

  // Of all rectangles from here that end in own land, the one that gains most cells a step.
  bestRectangle() {
    let [best, most] = [[], 0];
    for (const out of ACTIONS) {
      for (const turn of ACTIONS.filter((side) => side !== out && side !== OPPOSITE[out])) {
        for (let length = 1; length <= this.reach; length++) {
          for (let width = 1; width <= this.reach; width++) {
            const straight = (action, steps) => Array(steps).fill(action);
            const way = [...straight(out, length), ...straight(turn, width), ...straight(OPPOSITE[out], length)];
            const cells = this.cells(way);
            if (!this.atHome(cells.at(-1)) || !this.isClear(way)) continue;
            const outside = cells.filter((cell) => !this.atHome(cell)).length;
            const gain = (outside * Math.min(length, width)) / way.length;
            if (gain > most) [best, most] = [way, gain];
          }
        }
      }
    }
    return best;
  }

  // Along own land, to where the next rectangle may begin.
  wander() {
    const ways = ACTIONS.map((action) => [action]).filter((way) => this.isClear(way));
    return ways.find((way) => this.atHome(this.cells(way)[0])) || ways[0] || [];
  }

  // The shortest clear way to own land, step by step from near to far.
  wayHome() {
    const ways = [[]];
    const seen = new Set(["0,0"]);
    for (const way of ways) {
      for (const action of ACTIONS) {
        const longer = [...way, action];
        const last = this.cells(longer).at(-1);
        if (seen.has(String(last)) || !this.isClear(longer)) continue;
        if (this.atHome(last)) return longer;
        seen.add(String(last));
        ways.push(longer);
      }
    }
    return [];
  }
}

const farmer = new Farmer();
const hub = new HubConnectionBuilder().withUrl(url).configureLogging(LogLevel.Warning).build();
hub.on("Registered", (id) => console.log("registered:", id));
hub.on("ReceiveGameInformation", ({ bots }) => {
  farmer.seat = Number(Object.keys(bots).find((seat) => bots[seat] === token));
});
hub.on("ReceiveBotState", (state) => hub.send("SendPlayerCommand", { action: farmer.choose(state), botId: token }));
for (const end of ["EndGame", "Disconnect"]) {
  hub.on(end, (...words) => {
    console.log("over:", ...words);
    hub.stop();
  });
}
hub.start().then(() => hub.invoke("Register", token, nickname));
