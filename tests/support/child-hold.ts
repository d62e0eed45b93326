import { whileLocked } from '../../src/platform/files/file-lock.server.ts';

/** Holds the lock of a file until it is killed. */
const { file } = JSON.parse(process.argv[2]!) as { file: string };
await whileLocked(file, () => {
  console.log('locked');
  return new Promise((resolve) => setTimeout(resolve, 60_000));
});
