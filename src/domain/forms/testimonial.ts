import type { FormDefinition } from './form.ts';
import { email, firstName, lastName } from './person-fields.ts';

/** A testimonial of a client; published after the agency approves it. */
export const testimonialForm: FormDefinition = {
  name: 'testimonial',
  title: 'LEAVE_TESTIMONIAL',
  about: 'none',
  fields: [
    {
      name: 'message',
      kind: 'textarea',
      label: 'YOUR_TESTIMONIAL',
      rowLabel: 'ROW_TESTIMONIAL',
      required: true,
      max: 1200,
      pattern: 'no-links',
      wrong: 'VALIDATION_NO_LINKS',
    },
    {
      name: 'rating',
      kind: 'radio',
      label: 'RATING',
      required: false,
      options: [
        { value: '5', label: 'RATING_5' },
        { value: '4', label: 'RATING_4' },
        { value: '3', label: 'RATING_3' },
        { value: '2', label: 'RATING_2' },
        { value: '1', label: 'RATING_1' },
      ],
    },
    firstName,
    lastName,
    {
      name: 'place',
      kind: 'text',
      label: 'TESTIMONIAL_PLACE',
      rowLabel: 'ROW_SERVICE',
      hint: 'TESTIMONIAL_PLACE_HINT',
      required: false,
      max: 100,
      pattern: 'no-links',
    },
    email,
  ],
  thanks: 'SUCCESS_TESTIMONIAL',
  subject: 'MAIL_SUBJECT_TESTIMONIAL',
  next: () => ['NEXT_TESTIMONIAL_READ', 'NEXT_TESTIMONIAL_ONLINE', 'NEXT_CALL'],
  isApprovable: true,
  mails: (mails) => [mails.agency()],
};
