import sharp from 'sharp';

/** A JPEG that looks a little like a photograph: noise, so that it neither compresses to nothing nor takes long. */
export function mediaPhoto(width: number, height: number, mean = 128, sigma = 20): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean, sigma };
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
}
