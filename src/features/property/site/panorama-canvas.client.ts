import { directions, type View } from './panorama-view.client.ts';

const VERTEX = 'attribute vec2 a;varying vec2 p;void main(){p=a;gl_Position=vec4(a,0,1);}';
/** An equirectangular picture has angles as coordinates: around from left to right, up to down. */
const FRAGMENT =
  'precision highp float;varying vec2 p;uniform mat3 m;uniform sampler2D s;void main(){vec3 d=normalize(m*vec3(p,1));' +
  'gl_FragColor=texture2D(s,vec2(atan(d.x,d.z)*.15915494+.5,acos(d.y)*.31830989));}';

/** More pixels cost a phone its battery and show nothing more. */
const DENSEST = 2;

/** Draws an equirectangular picture as it is seen from its middle. */
export interface PanoramaCanvas {
  /** Takes another picture; smaller ones are replaced by sharper ones. */
  take(picture: HTMLImageElement): void;
  draw(view: View): void;
  /** The widest picture that can be taken. */
  widest: number;
}

/** Prepares a canvas; null where the browser cannot draw with WebGL. */
export function panoramaCanvas(canvas: HTMLCanvasElement): PanoramaCanvas | null {
  const gl = canvas.getContext('webgl', { alpha: false, antialias: false });
  const program = gl?.createProgram();
  if (!gl || !program) return null;
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.bindAttribLocation(program, 0, 'a');
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return null;
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL, no hook
  gl.useProgram(program);
  // One triangle that is larger than the screen.
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  const matrix = gl.getUniformLocation(program, 'm');
  return {
    widest: gl.getParameter(gl.MAX_TEXTURE_SIZE) as number,
    take: (picture) => gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, picture),
    draw(view) {
      const dense = Math.min(DENSEST, devicePixelRatio);
      const [width, height] = [canvas.clientWidth * dense, canvas.clientHeight * dense].map(Math.round);
      if (!width || !height) return;
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      gl.viewport(0, 0, width, height);
      gl.uniformMatrix3fv(matrix, false, directions(view, width / height));
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
  };
}
