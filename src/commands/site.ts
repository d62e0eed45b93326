import { runSite } from './run-site.ts';

// The operator's command line: npm run site -- <command>.
await runSite(process.argv.slice(2));
