// A bot of the challenge: the environment, port 5000, /runnerhub, and a command for every state.
const { HubConnectionBuilder, LogLevel } = require("@microsoft/signalr");

const Action = { Up: 1, Down: 2, Left: 3, Right: 4 };
const turns = [Action.Right, Action.Down, Action.Left, Action.Up];

let address = process.env.RUNNER_IPV4 || "http://localhost";
if (!address.startsWith("http://")) address = "http://" + address;
const token = process.env.Token || process.env.REGISTRATION_TOKEN;
const nickname = process.env.BOT_NICKNAME || "JavaScriptBot";

const hub = new HubConnectionBuilder()
  .withUrl(`${address}:5000/runnerhub`)
  .configureLogging(LogLevel.Information)
  .withAutomaticReconnect()
  .build();
let botId;

hub.on("Registered", (id) => {
  botId = id;
  console.log("Registered", id);
});
hub.on("ReceiveGameInformation", (game) => console.log("Playing", game.maxTicks, "ticks"));
hub.on("ReceiveBotState", async (state) => {
  const action = turns[Math.floor(state.gameTick / 6) % 4];
  await hub.invoke("SendPlayerCommand", { action, botId });
});
hub.on("EndGame", (seed, tick) => {
  console.log("Game over after tick", tick);
  hub.stop();
});
hub.on("Disconnect", (reason) => {
  console.log("Disconnected:", reason);
  hub.stop();
});

hub.start().then(() => hub.invoke("Register", token, nickname));
