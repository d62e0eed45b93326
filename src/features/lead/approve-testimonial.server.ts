import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Author, type ContentWriter, changeFile } from '../../content/changes/change-file.server.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import { excerpt } from '../../platform/text/excerpt.ts';
import { recordOf } from '../../platform/values/values.ts';
import type { Lead } from './leads.server.ts';

const QUOTE_CHARACTERS = 160;

/**
 * Writes an approved testimonial into the content under the next number; the same one is written once. Returns its
 * number.
 */
export async function approveTestimonial(lead: Lead, writer: ContentWriter): Promise<number> {
  const folder = join(writer.contentDir, 'testimonials');
  mkdirSync(folder, { recursive: true });
  const text = (name: string) => {
    const value = lead.values[name];
    return typeof value === 'string' ? value : '';
  };
  const message = text('message');
  const rating = Number(text('rating'));
  const testimonial = {
    $schema: '../schemas/testimonial.json',
    name: [text('firstName'), text('lastName').charAt(0) && `${text('lastName').charAt(0)}.`].filter(Boolean).join(' '),
    ...(text('place') && { place: { [lead.language]: text('place') } }),
    date: lead.createdAt.slice(0, 10),
    ...(rating >= 1 && rating <= 5 && { rating }),
    quote: { [lead.language]: excerpt(message, QUOTE_CHARACTERS) },
    text: { [lead.language]: message },
    reference: lead.reference,
  };
  const by: Author = { who: 'agency', source: 'form', why: `testimonial ${lead.reference} was approved` };
  // Two clicks at once try the same numbers one after the other: the second one finds the file of the first.
  for (let n = Math.max(0, ...numbersIn(folder)) + 1; ; n += 1) {
    const known = numberOf(folder, lead.reference);
    if (known) return known;
    const isWritten = await changeFile(writer, `testimonials/testimonial-${n}.json`, by, (present) =>
      present === null && !numberOf(folder, lead.reference) ? { n, ...testimonial } : undefined,
    );
    if (isWritten) return n;
  }
}

const numbersIn = (folder: string): number[] =>
  readdirSync(folder).flatMap((file) => {
    const n = /^testimonial-(\d+)\.json$/.exec(file)?.[1];
    return n ? [Number(n)] : [];
  });

/** The number under which the testimonial of a lead is there already. */
const numberOf = (folder: string, reference: string): number | undefined =>
  numbersIn(folder).find((n) => {
    const { data } = readJson(folder, readFileSync(join(folder, `testimonial-${n}.json`)));
    return recordOf(data).reference === reference;
  });
