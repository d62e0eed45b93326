import { describe, expect, test } from 'vitest';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { erasePerson } from '../../src/features/privacy/requests/erase-person.server.ts';
import { exportPerson } from '../../src/features/privacy/requests/export-person.server.ts';
import { newId } from '../../src/platform/database/new-id.server.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

const AT = '2026-11-01T09:00:00.000Z';
const WHO = 'jean@traces.example';

describe.each(ENGINES)('texts of others on %s', (engine) => {
  const open = async () => {
    const { database } = await openStorage(engine);
    const { db } = database;
    const lead = (token: string, email: string, values: Record<string, string>) =>
      storeLead(database, { ...sampleLead({ token, email }), values: { email, ...values }, email });
    await lead('a', WHO, { firstName: 'Jean', lastName: 'Traces', phone: '0470 12 34 56', message: 'Goedendag' });
    const by = (message: string) => lead(message, `${newId()}@other.example`, { lastName: 'Ander', message });
    const name = await by('Ik kom samen met JEAN TRACES kijken');
    const phone = await by('Bel mijn man op +32 (0)470/12.34.56 aub');
    await by('Tracestraat 5, geen verband; nummer 0470 12 34 57');
    await db
      .insertInto('property_entries')
      .values({
        ...{ id: newId(), external_id: '1', property_id: '7', kind: 'communication', type: 'phone', status: 'open' },
        ...{ at: AT, created_at: AT, contact: 'Mevr. Traces', subject: '', comment: '', source: '', link: '' },
      })
      .execute();
    return { database, name: name.reference, phone: phone.reference };
  };

  test('are listed for a decision when a person asks for access or is erased', async () => {
    const { database, name, phone } = await open();
    const { mentions } = await exportPerson(database, WHO);
    const records = (found: typeof mentions) => found.map(({ table, record }) => `${table} ${record}`).sort();
    const expected = [`leads ${name}`, `leads ${phone}`, 'property_entries property 7'].sort();
    expect(records(mentions)).toEqual(expected);
    expect(mentions.find(({ record }) => record === name)?.words).toContain('samen met JEAN TRACES kijken');
    const { left } = await erasePerson(database, WHO);
    expect(records(left)).toEqual(expected);
    const { left: none } = await erasePerson(database, 'nobody@traces.example');
    expect(none).toEqual([]);
  });

  test('lose the words that the agency names, and keep all others', async () => {
    const { database, name, phone } = await open();
    const { left, mentions } = await erasePerson(database, WHO, { also: ['Jean Traces', 'Mevr. Traces', 'message'] });
    expect(left.map(({ record }) => record)).toEqual([phone]);
    expect(mentions).toBe(2);
    const rows = await database.db.selectFrom('leads').select(['reference', 'form_values']).execute();
    const values = JSON.parse(rows.find(({ reference }) => reference === name)!.form_values);
    expect(values).toMatchObject({ lastName: 'Ander', message: 'Ik kom samen met [erased] kijken' });
    await expect(erasePerson(database, WHO, { also: ['a'] })).rejects.toThrow('too short');
  });
});
