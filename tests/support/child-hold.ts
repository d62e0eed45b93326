import { whileLocked } from '../../src/server/platform/files/file-lock.ts';

/** Holds the lock of a file until it is killed. */
const { file } = JSON.parse(process.argv[2]!) as { file: string };
await whileLocked(file, () => {
  console.log('locked');
  return new Promise((resolve) => setTimeout(resolve, 60_000));
});
