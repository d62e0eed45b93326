/** The widths in which pictures are drawn, in pixels; the widest is for 360° photographs, of which a part is seen. */
export const PICTURE_WIDTHS = [60, 100, 250, 400, 600, 800, 1360, 1920, 3200] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** The heights in which logos are drawn, in pixels. */
export const LOGO_HEIGHTS = [75, 125] as const;
export type LogoHeight = (typeof LOGO_HEIGHTS)[number];
