import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { sampleLead } from './sample-lead.ts';

/** Opens a database, stores one lead, and prints how that went. */
const { storage } = JSON.parse(process.argv[2]!);
try {
  const database = await openDatabase(storage);
  const { reference } = await storeLead(database, sampleLead({ token: String(process.pid) }));
  await database.close();
  console.log(`stored ${reference}`);
} catch (error) {
  const { name, code } = error as { name: string; code?: string };
  console.log(`failed ${name} ${code}`);
}
