import { type Meaning, mean } from './meaning.ts';

/** The words for what a list can be filtered by with a checkbox. */
export const FEATURE_WORDS: readonly [string, Meaning][] = [
  ...mean(
    { is: 'feature', feature: 'garden' },
    `tuin, tuintje, stadstuin, jardin, jardinet, garden, yard, garten, gartenanteil, gemeenschappelijke tuin`,
  ),
  ...mean(
    { is: 'feature', feature: 'terrace' },
    `terras, dakterras, terrasse, terrasses, toit terrasse, terrace, roof terrace, patio, dachterrasse, balkon,
     balkons, balcon, balcons, balcony, balconies`,
  ),
  ...mean(
    { is: 'feature', feature: 'lift' },
    'lift, met lift, personenlift, ascenseur, avec ascenseur, elevator, aufzug, fahrstuhl',
  ),
  ...mean(
    { is: 'feature', feature: 'groundFloor' },
    `gelijkvloers, gelijkvloerse verdieping, gelijkvloersappartement, begane grond, rez de chaussee, rdc,
     ground floor, ground floor flat, erdgeschoss, erdgeschosswohnung, parterre`,
  ),
  ...mean(
    { is: 'feature', feature: 'wheelchair' },
    `rolstoeltoegankelijk, toegankelijk voor rolstoel, rolstoel, pmr, accessible pmr, wheelchair accessible,
     wheelchair, barrierefrei, rollstuhlgerecht`,
  ),
  ...mean(
    { is: 'feature', feature: 'furnished' },
    'gemeubeld, gemeubelde, bemeubeld, meuble, meublee, furnished, mobliert, moblierte',
  ),
  ...mean(
    { is: 'feature', feature: 'pets' },
    `huisdieren, huisdieren toegelaten, huisdieren toegestaan, huisdier, hond, hond toegelaten, kat, animaux,
     animaux admis, animaux acceptes, animal, chien, chat, pets, pets allowed, pet friendly, dog, cat,
     haustiere, haustiere erlaubt, hund, katze`,
  ),
  ...mean(
    { is: 'feature', feature: 'renovate' },
    `te renoveren, op te knappen, op te frissen, opknapwoning, opknapper, renovatiewoning, renovatieproject,
     a renover, a rafraichir, a remettre en etat, to renovate, to refurbish, in need of renovation,
     renovation project, fixer upper, needs work, renovierungsbedurftig, renovierungsbedurftiges,
     sanierungsbedurftig, sanierungsbedurftiges, zu renovieren`,
  ),
  ...mean({ is: 'feature', feature: 'parking' }, 'parking, parkings, parkeergelegenheid, carport, stationnement'),
];
