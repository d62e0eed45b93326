import type { Database } from '../../platform/database/database.server.ts';
import { isStorageProblem } from '../../platform/database/storage-problem.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { hookSignatureIsValid } from '../../platform/http/hook-signature.server.ts';
import type { SecurityLog } from '../../platform/log/security-log.server.ts';
import { sweepbrightEventIn } from '../crm/crm-event.ts';
import { recordCrmEvent } from './crm-events.server.ts';
import { markImportDue } from './import-due.server.ts';

/** What CRMs send to the site. */
export function crmServices(
  database: Database,
  { crmSecrets, dataDir }: Pick<Environment, 'crmSecrets' | 'dataDir'>,
  events: SecurityLog,
) {
  const secret = crmSecrets.SWEEPBRIGHT_CLIENT_SECRET;
  return {
    /** Whether SweepBright may send webhooks: its secret is set. */
    takesSweepbright: secret !== undefined && secret !== '',
    isSigned: (bytes: Uint8Array, signature: string | null) =>
      events.webhook(!!secret && hookSignatureIsValid(bytes, signature, secret)),
    /** Records a signed event and lets the schedule import soon; a code of the problem table when it cannot. */
    async receive(bytes: Uint8Array): Promise<'recorded' | 'unreadable' | 'storage'> {
      const event = sweepbrightEventIn(new TextDecoder().decode(bytes));
      if (!event) return 'unreadable';
      try {
        if (await recordCrmEvent(database, 'sweepbright', event)) await markImportDue(dataDir, 'sweepbright');
      } catch (error) {
        if (!isStorageProblem(error)) throw error;
        return 'storage';
      }
      return 'recorded';
    },
  };
}
