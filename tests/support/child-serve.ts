import { serve } from '../../src/app/serve.ts';
import { environment } from '../../src/platform/environment/environment.server.ts';
import { replaceEnvironment } from './replace-environment.ts';
import { END, type ServingOrder } from './serving-order.ts';

// Serves one site after another (serving-process.ts), each with its own environment, database and folders.
let stop = () => {};

async function start(variables: NodeJS.ProcessEnv): Promise<void> {
  replaceEnvironment(variables);
  let isOver = false;
  const ended = () => {
    if (isOver) return;
    isOver = true;
    process.stdout.write(END);
    process.stderr.write(END);
  };
  const settings = environment();
  const versionDir = process.env.DORPEL_VERSION_DIR!;
  ({ stop } = await serve({ settings, versionDir, tell: (message) => void process.send!(message), ended }));
}

process.on('message', (order: ServingOrder) => {
  if (order === 'stop') stop();
  else start(order).catch((error) => process.send!({ failed: String(error) }));
});
process.on('disconnect', () => process.exit());
