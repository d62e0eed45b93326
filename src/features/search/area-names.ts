import type { Area } from '../place/region.ts';

/** What people call an area, per language; what the site calls it is a label. */
export const AREA_NAMES: Readonly<Record<Area, Readonly<Record<'nl' | 'fr' | 'en' | 'de', readonly string[]>>>> = {
  brussels: {
    nl: ['Brussels Gewest', 'Brussel', 'Brussels Hoofdstedelijk Gewest', 'gewest Brussel'],
    fr: ['Région bruxelloise', 'Bruxelles', 'Région de Bruxelles-Capitale', 'région bruxelles'],
    en: ['Brussels Region', 'Brussels', 'Brussels-Capital Region', 'Brussels Capital'],
    de: ['Region Brüssel', 'Brüssel', 'Region Brüssel-Hauptstadt'],
  },
  flanders: { nl: ['Vlaanderen', 'Vlaams Gewest'], fr: ['Flandre', 'Flandres'], en: ['Flanders'], de: ['Flandern'] },
  wallonia: {
    nl: ['Wallonië', 'Waals Gewest'],
    fr: ['Wallonie', 'Région wallonne'],
    en: ['Wallonia'],
    de: ['Wallonien', 'Wallonie'],
  },
  'flemish-brabant': {
    nl: ['Vlaams-Brabant'],
    fr: ['Brabant flamand'],
    en: ['Flemish Brabant'],
    de: ['Flämisch-Brabant'],
  },
  'walloon-brabant': {
    nl: ['Waals-Brabant'],
    fr: ['Brabant wallon'],
    en: ['Walloon Brabant'],
    de: ['Wallonisch-Brabant'],
  },
  antwerp: {
    nl: ['Provincie Antwerpen', 'Antwerpen'],
    fr: ['Province d’Anvers', 'Anvers'],
    en: ['Province of Antwerp', 'Antwerp'],
    de: ['Provinz Antwerpen'],
  },
  limburg: { nl: ['Limburg'], fr: ['Limbourg'], en: ['Limburg'], de: ['Limburg'] },
  liege: {
    nl: ['Provincie Luik', 'Luik'],
    fr: ['Province de Liège', 'Liège'],
    en: ['Province of Liège'],
    de: ['Provinz Lüttich', 'Lüttich'],
  },
  namur: {
    nl: ['Provincie Namen', 'Namen'],
    fr: ['Province de Namur', 'Namur'],
    en: ['Province of Namur'],
    de: ['Provinz Namur'],
  },
  hainaut: { nl: ['Henegouwen'], fr: ['Hainaut'], en: ['Hainaut'], de: ['Hennegau'] },
  luxembourg: {
    nl: ['Provincie Luxemburg'],
    fr: ['Province de Luxembourg'],
    en: ['Province of Luxembourg'],
    de: ['Provinz Luxemburg'],
  },
  'west-flanders': {
    nl: ['West-Vlaanderen'],
    fr: ['Flandre occidentale'],
    en: ['West Flanders'],
    de: ['Westflandern'],
  },
  'east-flanders': {
    nl: ['Oost-Vlaanderen'],
    fr: ['Flandre orientale'],
    en: ['East Flanders'],
    de: ['Ostflandern'],
  },
};
