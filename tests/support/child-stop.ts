import { serve } from '../../src/app/serve.ts';
import { environment } from '../../src/platform/environment/environment.server.ts';

/** Serves a version, asks for pages, stops, and prints when that is over; nothing ends this process then. */
const { versionDir, paths } = JSON.parse(process.argv[2]!) as { versionDir: string; paths: string[] };
const site = await serve({
  settings: environment(),
  versionDir,
  ended: () => console.log('stopped'),
  async tell({ listening }) {
    for (const path of paths) {
      const response = await fetch(`http://127.0.0.1:${listening}${path}`);
      await response.text();
      console.log(`${response.status} ${path}`);
    }
    site.stop();
  },
});
