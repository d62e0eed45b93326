import { styleText } from 'node:util';
import { Command } from 'commander';
import { webhookTargetsIn } from '../content/files/webhook-targets.server.ts';
import {
  mailboxFinding,
  senderFinding,
  smtpFinding,
  webhookFindings,
} from '../features/health/delivery-findings.server.ts';
import { exampleFinding } from '../features/health/example-finding.server.ts';
import {
  contentFinding,
  databaseFinding,
  diskFinding,
  folderFinding,
  openForLook,
  outboxFinding,
  personalDataFinding,
  publishFinding,
  studioFinding,
  versionFinding,
} from '../features/health/local-findings.server.ts';
import { interruptedImports } from '../features/import/claim-import.server.ts';
import { connectionFindings, importFindings } from '../features/import/import-report.server.ts';
import { environment } from '../platform/environment/environment.server.ts';
import type { Finding } from '../platform/log/finding.ts';
import { settingLines } from './settings-table.ts';

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

/** `doctor`: checks everything the site depends on; exit code 1 when something is broken. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check database, personal data, studio, disk, mail, content, imports and versions')
    .option('--json', 'print what was found as JSON')
    .option('--settings', 'print each setting and where it comes from, and check nothing else')
    .addHelpText(
      'after',
      '\nExit code: 0 nothing is broken (warnings allowed), 1 something is, 2 the settings cannot be used.',
    )
    .action(async ({ json, settings: onlySettings }: { json?: boolean; settings?: boolean }) => {
      process.exitCode = 2;
      if (onlySettings) return tellSettings(json);
      const settings = environment();
      const findings: Finding[] = [
        ...(await databaseFindings(settings)),
        await diskFinding(settings.dataDir),
        folderFinding(settings),
        exampleFinding(settings),
        ...(await Promise.all([
          smtpFinding(settings),
          senderFinding(settings),
          mailboxFinding(settings),
          contentFinding(settings),
        ])),
        ...importFindings(settings.dataDir),
        ...connectionFindings(settings.contentDir, settings.outgoingRequests),
        versionFinding(settings.dataDir),
        publishFinding(settings.dataDir),
      ];
      const ok = findings.every(({ state }) => state !== 'fail');
      process.exitCode = ok ? 0 : 1;
      if (json) return console.log(JSON.stringify({ ok, findings }, null, 2));
      for (const { name, state, message } of findings)
        console.log(`${styleText(COLOURS[state], state.padEnd(5))} ${name.padEnd(16)} ${message}`);
    });
}

function tellSettings(json: boolean | undefined): void {
  const lines = settingLines();
  process.exitCode = 0;
  if (json) console.log(JSON.stringify(lines, null, 2));
  else for (const { name, value, from } of lines) console.log(`${name.padEnd(22)} ${value.padEnd(32)} ${from}`);
}

async function databaseFindings(settings: ReturnType<typeof environment>): Promise<Finding[]> {
  const database = await openForLook(settings);
  if ('state' in database) return [database];
  try {
    return [
      await databaseFinding(database),
      await outboxFinding(database),
      await personalDataFinding(database, settings.contentDir),
      await studioFinding(database, settings),
      ...(await interruptedImports(database)),
      ...(await webhookFindings(database, webhookTargetsIn(settings.contentDir), settings)),
    ];
  } finally {
    await database.close();
  }
}
