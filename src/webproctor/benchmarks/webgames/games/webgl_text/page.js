import { view, main, send, note, el, clock, load } from '/kit/kit.js';

const WIDTH = 720, HEIGHT = 420;
const node = el('canvas', { width: WIDTH, height: HEIGHT, role: 'img', 'aria-label': 'A turning shape, to be named by sight' });
const gl = node.getContext('webgl2', { preserveDrawingBuffer: true });

// Draw the rotated image of the shape at the center of the canvas.
const SHADERS = {
  VERTEX_SHADER: `#version 300 es
    in vec2 place; uniform vec2 turn; uniform vec2 scale; out vec2 spot;
    void main() {
      gl_Position = vec4(vec2(place.x * turn.x - place.y * turn.y, place.x * turn.y + place.y * turn.x) * scale, 0, 1);
      spot = vec2(place.x, -place.y) * 0.5 + 0.5;
    }`,
  FRAGMENT_SHADER: `#version 300 es
    precision mediump float; in vec2 spot; uniform sampler2D picture; out vec4 pixel;
    void main() { pixel = texture(picture, spot); }`,
};

const program = () => {
  const made = gl.createProgram();
  for (const [kind, source] of Object.entries(SHADERS)) {
    const shader = gl.createShader(gl[kind]);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  gl.useProgram(made);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
  const place = gl.getAttribLocation(made, 'place');
  gl.enableVertexAttribArray(place);
  gl.vertexAttribPointer(place, 2, gl.FLOAT, false, 0, 0);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.uniform2f(gl.getUniformLocation(made, 'scale'), view.side / WIDTH, view.side / HEIGHT);
  for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  return made;
};

const field = el('input', { id: 'name', autocomplete: 'off' });
const round = el('p', { class: 'soft' });
let shape, made, began;

const show = async (next) => {
  shape = next;
  round.textContent = `Shape ${shape.round} of ${shape.rounds}`;
  const picture = el('img');
  await load(picture, `picture-${shape.number}.png`);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, picture);
  began = clock.now();
  draw();
};

const draw = () => {
  const angle = shape.speed * 2 * Math.PI * (clock.now() - began) / 1000;
  gl.uniform2f(gl.getUniformLocation(made, 'turn'), Math.cos(angle), Math.sin(angle));
  gl.clearColor(15 / 255, 20 / 255, 33 / 255, 1);
  gl.clear(gl.COLOR_BUFFER_BIT);
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
};

const check = async (event) => {
  event.preventDefault();
  const reply = await send('name', { text: field.value, number: shape.number });
  if (reply.number === undefined) return;
  field.value = '';
  if (reply.right !== undefined) note(reply.right ? 'Right.' : 'It is not called so. Here is another shape: begin again with the first.', reply.right ? 'good' : 'bad');
  show(reply);
};

main.append(el('div', { class: 'card centre' }, round, node,
  el('form', { class: 'row', onsubmit: check }, el('label', { for: 'name' }, 'What is it called?'), field,
    el('button', { class: 'first' }, 'Check'))));

if (gl) {
  made = program();
  show(view).then(() => clock.frame(draw));
} else note('This browser has no WebGL 2, which this game is drawn with.', 'bad');
