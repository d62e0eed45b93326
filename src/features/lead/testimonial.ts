import type { FormDefinition, FormValues } from '../form/form.ts';
import { email, firstName, lastName } from '../form/person-fields.ts';

/** The box by which the client agrees to publication; it is never ticked beforehand. */
const PUBLISH = 'publish';
const YES = 'yes';

const mayPublish = ({ [PUBLISH]: given }: FormValues) => Array.isArray(given) && given.includes(YES);

/** A testimonial of a client; published when the client agreed and after the agency approves it. */
export const testimonialForm: FormDefinition = {
  name: 'testimonial',
  purpose: 'PROCESSING_TESTIMONIAL',
  title: 'LEAVE_TESTIMONIAL',
  about: 'none',
  fields: [
    {
      name: 'message',
      kind: 'textarea',
      label: 'YOUR_TESTIMONIAL',
      rowLabel: 'ROW_TESTIMONIAL',
      required: true,
      missing: 'VALIDATION_TESTIMONIAL',
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
    {
      name: PUBLISH,
      kind: 'checks',
      label: 'TESTIMONIAL_PUBLISH',
      hint: 'TESTIMONIAL_PUBLISH_HINT',
      emptyRow: 'TESTIMONIAL_PUBLISH_NO',
      required: false,
      fixed: true,
      options: [{ value: YES, label: 'TESTIMONIAL_PUBLISH_YES' }],
    },
  ],
  thanks: 'SUCCESS_TESTIMONIAL',
  needsNoResponse: true,
  subject: 'MAIL_SUBJECT_TESTIMONIAL',
  next: (_outcome, values) => [
    'NEXT_TESTIMONIAL_READ',
    values && !mayPublish(values) ? 'NEXT_TESTIMONIAL_KEPT' : 'NEXT_TESTIMONIAL_ONLINE',
    'NEXT_CALL',
  ],
  isApprovable: mayPublish,
  mails: (mails) => [mails.agency()],
};
