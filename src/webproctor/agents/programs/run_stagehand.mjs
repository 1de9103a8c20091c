// Run Stagehand on a task. The environment variables are those of `agents.external`, and
// WEBPROCTOR_MODEL (PROVIDER/NAME), WEBPROCTOR_STEPS (the step limit), WEBPROCTOR_PACKAGES (the
// folder in which the package was installed), and the provider's.
import { createRequire } from "node:module";

const env = process.env;
const { Stagehand } = createRequire(`${env.WEBPROCTOR_PACKAGES}/`)("@browserbasehq/stagehand");
const provider = env.WEBPROCTOR_MODEL.split("/")[0].toUpperCase();
const report = (usage = {}) =>
  console.log(JSON.stringify({
    webproctor_usage: {
      model: env.WEBPROCTOR_MODEL,
      input_tokens: usage.inputTokens ?? 0,
      cached_input_tokens: usage.cachedInputTokens ?? 0,
      output_tokens: usage.outputTokens ?? 0,
    },
  }));
const middleware = {
  middlewareVersion: "v2",
  wrapGenerate: async ({ doGenerate }) => {
    const answer = await doGenerate();
    report(answer.usage);
    return answer;
  },
};
const address = env[`${provider}_BASE_URL`];
const version = await (await fetch(`${env.WEBPROCTOR_DEVTOOLS}/json/version`)).json();
const stagehand = new Stagehand({
  env: "LOCAL",
  disableAPI: true,
  disablePino: true,
  verbose: 1,
  experimental: true,
  logger: (line) => console.error(`${line.category ?? ""}: ${line.message}`),
  localBrowserLaunchOptions: { cdpUrl: version.webSocketDebuggerUrl },
  model: {
    modelName: env.WEBPROCTOR_MODEL,
    apiKey: env[`${provider}_API_KEY`],
    ...(address ? { baseURL: address } : {}),
    middleware,
  },
});
await stagehand.init();
const page = stagehand.context.pages().find((one) => one.url() === env.WEBPROCTOR_URL);
const result = await stagehand.agent().execute({
  // The result's message is the reasoning of its last call.
  instruction: `${env.WEBPROCTOR_TASK}\nThe page is open: ${env.WEBPROCTOR_URL}\n` +
    "When you call done, give only your answer as the reasoning.",
  maxSteps: Number(env.WEBPROCTOR_STEPS),
  ...(page ? { page } : {}),
});
if (!result.completed && !result.success && !result.actions.length) {
  console.error(`stagehand stopped: ${result.message}`);
  process.exit(1);
}
console.log(result.message.replaceAll("\n", " "));
process.exit(0);
