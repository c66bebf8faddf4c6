// Plays a match with the client that SEAT_CLIENT names and tells what it saw.
const signalR = require(process.env.SEAT_CLIENT || "@microsoft/signalr");

const token = process.env.SEAT_TOKEN;
const direct = { skipNegotiation: true, transport: signalR.HttpTransportType.WebSockets };
const connection = new signalR.HubConnectionBuilder()
  .withUrl(process.env.SEAT_URL, process.env.SEAT_DIRECT ? direct : {})
  .configureLogging(signalR.LogLevel.Warning)
  .build();

const tell = (...words) => console.log(JSON.stringify(words));
let lastTick = Infinity;

function plan(tick) {
  if (tick === 5) return [4, 2, 4];
  return tick === 6 || tick === 7 ? [] : [1 + ((tick * tick + Math.floor(tick / 3)) % 4)];
}

function answer(tick) {
  for (const action of tick < lastTick ? plan(tick) : []) {
    tell("sent", action);
    const command = { action, botId: token };
    if (tick % 2) connection.send("SendPlayerCommand", command);
    else connection.invoke("SendPlayerCommand", command);
  }
}

connection.on("Registered", (id) => tell("registered", id));
connection.on("ReceiveGameInformation", (information) => {
  tell("information", information);
  lastTick = information.maxTicks;
});
connection.on("ReceiveBotState", (state) => {
  tell("state", state);
  answer(state.gameTick);
});
connection.on("EndGame", async (seed, tick) => {
  tell("end", seed, tick);
  await connection.stop();
  tell("left");
});
connection.on("Disconnect", (reason) => {
  throw new Error(reason);
});

connection.start().then(() => connection.invoke("Register", token, "javascript"));
