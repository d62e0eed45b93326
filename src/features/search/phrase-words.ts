import type { PropertyType } from '../place/region.ts';
import type { Feature } from '../property/features.ts';

/** What a word of a search phrase means. */
export type Meaning =
  | { is: 'type'; key: PropertyType['key'] }
  | { is: 'goal'; goal: 'sale' | 'rent' }
  | { is: 'feature'; feature: Feature }
  | { is: 'number'; number: number }
  | { is: 'times'; factor: number }
  | { is: 'most' | 'least' | 'more' | 'between' | 'and' | 'about' | 'to' | 'near' }
  | { is: 'bedrooms' | 'rooms' | 'surface' | 'km' | 'label' | 'euro' | 'month' | 'without' | 'filler' };

const list = (text: string) => text.split(',').map((one) => one.trim());
/** Words with one meaning, separated by commas, as entries of a vocabulary. */
const mean = (meaning: Meaning, text: string): [string, Meaning][] => list(text).map((words) => [words, meaning]);

/** The words for what a list can be filtered by with a checkbox. */
const FEATURE_WORDS: readonly [string, Meaning][] = [
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

/**
 * The vocabulary of searches in Dutch, French, English and German, without accents and capitals; several words are
 * separated by a blank. A word has one meaning in all four languages: visitors mix them.
 */
export const PHRASE_WORDS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...mean(
    { is: 'filler' },
    `de, het, een, en, gezocht, ik, we, wij, zoek, zoeken, zoekt, op zoek naar, wil, willen, graag, in, te, met, van,
     voor, aan, bij,  rond,     regio, gemeente, of, of beter, nieuw,
     mooi, mooie, groot, grote, klein, kleine, ruim, ruime, goedkoop, vrijstaand, vrijstaande, open bebouwing,
     halfopen bebouwing, gesloten bebouwing, halfopen, gezellig, budget, prijs, is, er, die, dat, nog, binnen, op,
     straal, in een straal van, kilometer rond, onze, mijn, kinderen, pand, panden, vastgoed, immo, eigendom, aanbod,
     gezin, stad, dorp, iets`,
  ),
  ...mean(
    { is: 'filler' },
    `le, la, les, l, un, une, des, du, d, et, je, nous, cherche, cherchons, on cherche, recherche, a la recherche de,
     veux, voudrais, voudrions, avec, dans,  pres, proche,  autour de,  aux environs
     de, a moins, dans un rayon de, rayon, un rayon, region de, commune de, au, aux, en, pour, ou, ou mieux, beau,
     belle, grand, grande, petit, petite, pas cher, spacieux, spacieuse, prix, bien, biens, immobilier, propriete,
     quatre facades, facades, qui, mon, notre, neuf, neuve, famille, ville, village, quelque chose`,
  ),
  ...mean(
    { is: 'filler' },
    `the, an, and, i, i m, am, are, looking for, look for, looking, search, searching for, want, we want, would like,
     like, with,   within, radius, a radius of,   of, for, at, or, or better, some,
     nice, beautiful, big, large, small, cheap, spacious, new, price, property, properties, real estate, please,
     detached, terraced, semi detached, semi, show me, my, our, family, located, has, have, having, city, town,
     something`,
  ),
  ...mean(
    { is: 'filler' },
    `der, die, das, von, ein, eine, einen, einem, einer, und, ich, wir, suche, suchen, gesucht, mochte, mochten, mit,
     im, um, umkreis, im umkreis von,    bei,  fur, oder, oder besser, schon,
     schones, schone, gross, grosses, grosse, klein, kleines, gunstig, neu, preis, immobilie, immobilien, objekt,
     uns, unsere, freistehend, freistehendes, familie, raum, kaufpreis, stadt, dorf, etwas`,
  ),
  ...mean(
    { is: 'goal', goal: 'sale' },
    `te koop, koop, kopen, aankoop, koopwoning, aankopen, a vendre, en vente, vente, achat, acheter, a acheter,
     for sale, on sale, sale, buy, to buy, buying, purchase, zu verkaufen, verkauf, zum verkauf, zum kauf, kauf,
     kaufen, zu kaufen`,
  ),
  ...mean(
    { is: 'goal', goal: 'rent' },
    `te huur, huur, huren, te huren, huurwoning, huurprijs, a louer, en location, location, louer, loyer,
     for rent, to rent, rent, renting, rental, to let, let, lease, zu vermieten, zur miete, miete, mieten,
     zu mieten, kaltmiete, vermietung`,
  ),
  ...mean(
    { is: 'type', key: 'house' },
    `huis, huizen, huisje, woning, woningen, woonhuis, eengezinswoning, rijhuis, rijhuizen, rijwoning, villa,
     villas, bungalow, hoeve, boerderij, fermette, landhuis, herenhuis, herenhuizen, hoekhuis, gezinswoning,
     chalet, pastorij, maison, maisons, maison de maitre, maison de campagne, maison mitoyenne, pavillon, ferme,
     manoir, house, houses, home, homes, cottage, farmhouse, townhouse, town house, mansion, terraced house,
     haus, hauser, einfamilienhaus, reihenhaus, bauernhof, bauernhaus, doppelhaus, doppelhaushalfte, landhaus,
     stadthaus, chateau`,
  ),
  ...mean(
    { is: 'type', key: 'apartment' },
    `appartement, appartementen, appartements, appart, app, appt, flat, flats, studio, studios, kot, koten,
     studentenkamer, penthouse, duplex, loft, assistentiewoning, serviceflat, kitchenette, apartment, apartments,
     condo, wohnung, wohnungen, dachgeschosswohnung, eigentumswohnung, maisonette, etagenwohnung, dachwohnung,
     mietwohnung`,
  ),
  ...mean(
    { is: 'type', key: 'commerce' },
    `handelspand, handelspanden, handelsruimte, winkel, winkels, winkelpand, winkelruimte, handelszaak, horeca,
     horecazaak, restaurant, cafe, commerce, commerces, magasin, magasins, boutique, rez commercial,
     surface commerciale, fonds de commerce, shop, shops, store, retail, commercial property, retail space,
     laden, ladenlokal, ladenlokale, geschaft, geschaftslokal, gastronomie`,
  ),
  ...mean(
    { is: 'type', key: 'land' },
    `grond, gronden, bouwgrond, bouwgronden, perceel, bouwperceel, kavel, weide, landbouwgrond, terrain,
     terrains, terrain a batir, terrain constructible, parcelle, land, plot, plots, building plot,
     building land, plot of land, grundstuck, grundstucke, bauland, baugrund, baugrundstuck, bauplatz`,
  ),
  ...mean(
    { is: 'type', key: 'building' },
    `gebouw, gebouwen, opbrengsteigendom, opbrengstpand, appartementsgebouw, meergezinswoning, immeuble,
     immeubles, immeuble de rapport, immeuble a appartements, batiment, building, buildings,
     investment property, apartment building, block of flats, gebaude, mehrfamilienhaus, renditeobjekt,
     anlageobjekt, wohnhaus mit mehreren wohnungen`,
  ),
  ...mean(
    { is: 'type', key: 'office' },
    `kantoor, kantoren, kantoorruimte, kantoorpand, praktijkruimte, bureau, bureaux, espace de bureau,
     surface de bureau, office, offices, office space, buro, buros, burogebaude, buroflache, praxis, coworking`,
  ),
  ...mean(
    { is: 'type', key: 'garage' },
    `garage, garages, garagebox, staanplaats, autostaanplaats, parkeerplaats, emplacement de parking, box,
     box de garage, place de parking, parking space, parking spot, stellplatz, tiefgarage,
     tiefgaragenstellplatz`,
  ),
  ...FEATURE_WORDS,
  ...mean({ is: 'km' }, 'km, kilometer, kilometers, kilometern, kilometre, kilometres'),
  ...mean(
    { is: 'most' },
    `tot, max, maximum, maximaal, hoogstens, onder, onder de, minder dan, lager dan, niet meer dan, tot en met,
     beneden, kleiner dan, goedkoper dan, jusqu a, jusque, jusqua, moins de, sous, en dessous de, maximal,
     maximale, pas plus de, under, below, up to, less than, at most, not more than, no more than, until,
     cheaper than, bis, bis zu, unter, hochstens, weniger als, nicht mehr als, <`,
  ),
  ...mean(
    { is: 'least' },
    `vanaf, min, minimum, minimaal, minstens, tenminste, ten minste, groter dan, a partir de, au moins,
     au minimum, at least, from, ab, mindestens, >`,
  ),
  ...mean({ is: 'more' }, 'meer dan, boven, boven de, plus de, above, over, more than, mehr als, uber'),
  ...mean(
    { is: 'near' },
    `nabij, rondom, in de buurt van, dichtbij, dicht bij, omgeving, omgeving van, in de omgeving van, pres de,
     proche de, environs de, aux environs de, dans les environs de, near, nearby, close to, around town, nahe,
     in der nahe von, nahe von, umgebung, in der umgebung von`,
  ),
  ...mean({ is: 'between' }, 'tussen, tussen de, entre, between, zwischen'),
  ...mean({ is: 'and' }, 'en, et, and, und'),
  ...mean({ is: 'to' }, 'a, to'),
  ...mean(
    { is: 'about' },
    `ongeveer, circa, ca, omstreeks, rond de, om en bij, environ, autour de, vers, about, approximately,
     roughly, around, ungefahr, etwa, rund`,
  ),
  ...mean(
    { is: 'bedrooms' },
    `slaapkamer, slaapkamers, slpk, slk, slaapk, slpks, kamer, kamers, chambre, chambres, chambres a coucher,
     chambre a coucher, ch, chb, chbr, bedroom, bedrooms, bed, beds, br, bdr, bedrm, schlafzimmer,
     schlafzimmern, sz`,
  ),
  // In German the living room is counted too.
  ...mean({ is: 'rooms' }, 'zimmer, zimmern, zi'),
  ...mean(
    { is: 'surface' },
    `m2, vierkante meter, vierkante meters, metres carres, metre carre, m carres, square metres, square meters,
     sqm, sq m, quadratmeter, quadratmetern, qm, bewoonbare oppervlakte, m`,
  ),
  ...mean(
    { is: 'label' },
    `epc, peb, dpe, energielabel, epc label, label, epc waarde, energieklasse, energie klasse, energy label,
     energy rating, energy class, epc score, score peb, certificat peb, classe energetique, classe,
     label energetique, energieausweis, klasse, energie, energieeffizienzklasse`,
  ),
  ...mean({ is: 'euro' }, '€, euro, euros, eur'),
  ...mean(
    { is: 'month' },
    `per maand, maand, maandelijks, pm, p m, par mois, mois, mensuel, per month, month, monthly, a month, pcm,
     pro monat, im monat, monat, monatlich`,
  ),
  ...mean({ is: 'without' }, 'zonder, geen, sans, pas de, without, no, ohne, kein, keine'),
  ...mean({ is: 'times', factor: 1000 }, 'k, duizend, mille, thousand, tausend'),
  ...mean({ is: 'times', factor: 1_000_000 }, 'miljoen, mln, mio, million, millions, millionen'),
  ...mean({ is: 'number', number: 1 }, 'one, un seul, une seule'),
  ...mean({ is: 'number', number: 2 }, 'twee, deux, two, zwei'),
  ...mean({ is: 'number', number: 3 }, 'drie, trois, three, drei'),
  ...mean({ is: 'number', number: 4 }, 'vier, quatre, four'),
  ...mean({ is: 'number', number: 5 }, 'vijf, cinq, five, funf'),
  ...mean({ is: 'number', number: 6 }, 'zes, six, sechs'),
]);
