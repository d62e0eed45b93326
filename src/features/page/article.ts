import * as z from 'zod';
import { dateText, image, link, localizedText, slugText } from '../../content/fields/fields.ts';
import { type Language, localized } from '../../i18n/languages.ts';
import { whatsappLink } from '../../platform/text/contact-details.ts';
import { metadata } from './page.ts';

/** A text with a heading, one file in content/articles/: a service, a legal text, a block of a page. */
export const article = z
  .object({
    $schema: z.string().optional(),
    id: slugText.meta({ kind: 'hidden' }).describe('Name of the article; equal to the file name'),
    group: slugText.optional().describe('Articles of one group are listed together, such as "services"'),
    sort: z.number().int().default(0),
    title: localizedText,
    lead: localizedText.meta({ as: 'long' }).optional().describe('First sentences, larger'),
    content: localizedText.meta({ as: 'markdown' }).optional().describe('Text in Markdown'),
    image: image.optional(),
    items: z
      .array(z.object({ title: localizedText, text: localizedText.meta({ as: 'long' }).optional() }).strict())
      .default([])
      .describe('Steps or points, shown as a row'),
    link: z
      .object({
        label: localizedText,
        href: link.optional(),
        route: z.string().meta({ kind: 'reference', of: 'route' }).optional(),
      })
      .strict()
      .optional()
      .describe('Where it leads: a path or URL, or a row of routes.json'),
    modifyDate: dateText.optional(),
    metadata: metadata.default({}),
  })
  .strict();
export type Article = z.infer<typeof article>;

/** A member of the team, one file in content/category/team/. */
export const member = z
  .object({
    $schema: z.string().optional(),
    id: slugText.meta({ kind: 'hidden' }),
    name: z.string().min(1),
    role: localizedText,
    about: localizedText.optional().describe('One line about them'),
    languages: z
      .array(z.string().regex(/^[a-z]{2}$/))
      .default([])
      .describe('Languages they speak, as codes'),
    phone: z.string().optional(),
    whatsapp: z
      .string()
      .refine((number) => whatsappLink(number) !== '', 'Use a number such as "0470 55 01 84" or "+32 470 55 01 84"')
      .optional()
      .describe('Number on WhatsApp; their page of the team and their properties then have a link that opens a chat'),
    email: z.email().optional(),
    image: image.optional(),
    bivNumber: z.string().optional(),
    valuations: z.boolean().optional().describe('true: comes to value properties; the pages for owners show them'),
    sort: z.number().int().default(0),
  })
  .strict();
export type Member = z.infer<typeof member>;

/** A testimonial of a client, one file in content/testimonials/; its number is the end of its path. */
export const testimonial = z
  .object({
    $schema: z.string().optional(),
    n: z.number().int().positive().meta({ kind: 'hidden' }).describe('Number: testimonial-{n}'),
    name: z.union([z.string().min(1), localizedText]).describe('Name of the client; per language where it differs'),
    place: localizedText.optional().describe('Who they are: "sold in Gent"'),
    property: z
      .number()
      .int()
      .meta({ kind: 'reference', of: 'property' })
      .optional()
      .describe('Property that they sold, bought or rented; its photograph stands beside the quote'),
    date: dateText.optional(),
    rating: z.number().int().min(1).max(5).optional(),
    quote: localizedText.meta({ as: 'long' }).describe('The sentence that is quoted elsewhere'),
    text: localizedText
      .meta({ as: 'long' })
      .optional()
      .describe('The whole text; an empty line starts a new paragraph'),
    reference: z
      .string()
      .meta({ kind: 'hidden' })
      .optional()
      .describe('Lead it came from; written when it was approved'),
  })
  .strict();
export type Testimonial = z.infer<typeof testimonial>;

/** The name of a client in a language: "An en Bart" is "An et Bart" in French. */
export const clientName = ({ name }: Pick<Testimonial, 'name'>, language: Language): string =>
  typeof name === 'string' ? name : localized(name, language);

const MOST_VOICES = 2;

/** What clients say who name a person or a town, by one of its names and in any language; the newest first. */
export function voicesNaming(testimonials: readonly Testimonial[], names: readonly string[]): Testimonial[] {
  const isAbout = ({ place, quote, text }: Testimonial) =>
    [place, quote, text].some((words) =>
      Object.values(words ?? {}).some((one) => names.some((name) => name !== '' && isNamedIn(one, name))),
    );
  return testimonials
    .filter(isAbout)
    .sort((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))
    .slice(0, MOST_VOICES);
}

/** Whether a text has a name as a word of its own: "Asse" is not in "Asse-Terheide", and "An" is not in "Antwerpen". */
function isNamedIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + name.length)];
    if (!/[\p{L}\p{N}-]/u.test(before) && !/[\p{L}\p{N}-]/u.test(after)) return true;
  }
  return false;
}
