/** Valid values of each form, as a visitor in Dutch could enter them. */
const named = { firstName: 'Margriet', lastName: 'Maertens', email: 'margriet@example.be' };
const person = { titleOfAddress: 'mrs', ...named };

export const VALID_VALUES: Readonly<Record<string, Readonly<Record<string, string | string[]>>>> = {
  'contact-me': { ...person, message: 'Is de tuin zuidgericht?' },
  'contact-appointment': { ...person, phone: '0470 12 34 56', startDate: '2027-01-11', endDate: '2027-01-15' },
  'contact-construction': { ...person },
  'contact-demand': {
    ...person,
    street: 'Hertogstraat 18',
    zip: '1850',
    city: 'Grimbergen',
    propertyType: 'house',
    goal: 'sale',
    phone: '02 270 12 34',
  },
  'demand-register': { ...person, goal: 'sale', types: ['house'], towns: ['1850|grimbergen'], frequency: 'daily' },
  'follow-properties': { ...named, ids: ['35187'] },
  'send-to-friend': {
    yourName: 'Margriet',
    email: 'margriet@example.be',
    friendEmail: 'jan@example.be',
    message: 'Kijk eens!',
  },
  'site-contact': { ...person, message: 'Wanneer bent u open?' },
  'sign-newsletter': { email: 'margriet@example.be' },
  'document-request': { ...person },
  testimonial: { ...named, message: 'Vlot en eerlijk verkocht.', rating: '5', publish: ['yes'] },
  offer: {
    firstName: 'Margriet',
    lastName: 'Maertens',
    email: 'margriet@example.be',
    price: '480000',
    street: 'Hertogstraat 18',
    zip: '1850',
    city: 'Grimbergen',
    phone: '0470 12 34 56',
  },
};

/** The same on a page on which a free time is chosen instead of days that would suit. */
export function valuesOnPage(form: string): Readonly<Record<string, string | string[]>> {
  const { startDate: _start, endDate: _end, ...others } = VALID_VALUES[form]!;
  return form === 'contact-appointment' ? others : VALID_VALUES[form]!;
}
