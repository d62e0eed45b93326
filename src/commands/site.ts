import { runSite } from './run-site.ts';

// The operator's command line: npm run site -- <command>.
void runSite(process.argv.slice(2));
