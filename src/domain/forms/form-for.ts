import { regionOf } from '../places/region.ts';
import type { Listing } from '../property/listing.ts';
import type { Field, FormDefinition } from './form.ts';

/** Fields with which a visitor says when a visit would suit, where no time can be booked. */
const WISHES = ['startDate', 'endDate', 'timeSlot'];

/**
 * A form as this home and moment want it: a visit is booked where times are free and asked for where none are; before a
 * visit of a home for rent in Brussels only a name and one way to reach the visitor may be asked (housing code art. 200ter).
 */
export function formFor(form: FormDefinition, listing: Listing | null, canBook: boolean): FormDefinition {
  if (form.name !== 'contact-appointment') return form;
  const isGuarded =
    listing?.goal === 'rent' && regionOf({ CountryID: listing.countryId, Zip: listing.zip }) === 'brussels'
      ? guarded
      : (field: Field) => field;
  return {
    ...form,
    fields: form.fields.filter(({ name }) => (canBook ? !WISHES.includes(name) : name !== 'slot')).map(isGuarded),
  };
}

const guarded = (field: Field): Field => (field.name === 'phone' ? { ...field, required: false, fixed: true } : field);
