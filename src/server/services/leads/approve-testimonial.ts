import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Testimonial } from '../../../domain/content/article.ts';
import { excerpt } from '../../../domain/text/excerpt.ts';
import { type Author, type ContentWriter, changeFile } from '../../catalogue/changes/change-file.ts';
import type { Lead } from './leads.ts';

const QUOTE_CHARACTERS = 160;

/**
 * Writes an approved testimonial into the content under the next number; the same one is written once. Returns its
 * number.
 */
export async function approveTestimonial(lead: Lead, writer: ContentWriter): Promise<number> {
  const folder = join(writer.contentDir, 'testimonials');
  mkdirSync(folder, { recursive: true });
  const numbers = readdirSync(folder).flatMap((file) => {
    const n = /^testimonial-(\d+)\.json$/.exec(file)?.[1];
    return n ? [Number(n)] : [];
  });
  const known = numbers.find(
    (n) =>
      (JSON.parse(readFileSync(join(folder, `testimonial-${n}.json`), 'utf8')) as Testimonial).reference ===
      lead.reference,
  );
  if (known) return known;
  const text = (name: string) => (typeof lead.values[name] === 'string' ? (lead.values[name] as string) : '');
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
  // Two clicks at once: the second one takes the next number, or finds the file of the first.
  for (let n = Math.max(0, ...numbers) + 1; ; n += 1) {
    const file = `testimonials/testimonial-${n}.json`;
    const isWritten = await changeFile(writer, file, by, (present) =>
      present === null ? { n, ...testimonial } : undefined,
    );
    if (isWritten) return n;
  }
}
