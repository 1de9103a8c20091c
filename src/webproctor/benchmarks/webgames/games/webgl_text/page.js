import { view, main, send, showStatus, el, clock, loadImage } from '/kit/kit.js';

const WIDTH = 720, HEIGHT = 420;
const canvas = el('canvas', { width: WIDTH, height: HEIGHT, role: 'img', 'aria-label': 'A rotating shape' });
const gl = canvas.getContext('webgl2', { preserveDrawingBuffer: true });

// Draw the rotated image of the shape at the centre of the canvas.
const SHADERS = {
  VERTEX_SHADER: `#version 300 es
    in vec2 position; uniform vec2 rotation; uniform vec2 scale; out vec2 texturePosition;
    void main() {
      vec2 rotated = vec2(
        position.x * rotation.x - position.y * rotation.y, position.x * rotation.y + position.y * rotation.x);
      gl_Position = vec4(rotated * scale, 0, 1);
      texturePosition = vec2(position.x, -position.y) * 0.5 + 0.5;
    }`,
  FRAGMENT_SHADER: `#version 300 es
    precision mediump float; in vec2 texturePosition; uniform sampler2D image; out vec4 colour;
    void main() { colour = texture(image, texturePosition); }`,
};

const createProgram = () => {
  const program = gl.createProgram();
  for (const [kind, source] of Object.entries(SHADERS)) {
    const shader = gl.createShader(gl[kind]);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
  const position = gl.getAttribLocation(program, 'position');
  gl.enableVertexAttribArray(position);
  gl.vertexAttribPointer(position, 2, gl.FLOAT, false, 0, 0);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.uniform2f(gl.getUniformLocation(program, 'scale'), view.side / WIDTH, view.side / HEIGHT);
  for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, axis, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  return program;
};

const field = el('input', { id: 'name', autocomplete: 'off' });
const progress = el('p', { class: 'muted' });
let shape, program;
let shownAt;  // When the shape was shown, in milliseconds of the clock.

const show = async (next) => {
  shape = next;
  progress.textContent = `Shape ${shape.round} of ${shape.rounds}`;
  const image = el('img');
  await loadImage(image, `shape-${shape.number}.png`);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, image);
  shownAt = clock.now();
  draw();
};

const draw = () => {
  const angle = shape.speed * 2 * Math.PI * (clock.now() - shownAt) / 1000;
  gl.uniform2f(gl.getUniformLocation(program, 'rotation'), Math.cos(angle), Math.sin(angle));
  gl.clearColor(15 / 255, 20 / 255, 33 / 255, 1);
  gl.clear(gl.COLOR_BUFFER_BIT);
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
};

const showFeedback = (correct) => {
  if (correct) return showStatus('Correct.', 'good');
  showStatus(`Incorrect. Here is a new shape${shape.rounds > 1 ? '; the count starts again at 1' : ''}.`, 'bad');
};

const check = async (event) => {
  event.preventDefault();
  // A double click on Check must not answer for the next shape.
  if (!field.value.trim()) return showStatus('Enter the name of the shape.', 'bad');
  const reply = await send('check', { text: field.value, number: shape.number });
  if (reply.number === undefined) return;
  field.value = '';
  if (reply.correct !== undefined) showFeedback(reply.correct);
  show(reply);
};

main.append(el('div', { class: 'card centre' }, progress, canvas,
  el('form', { class: 'row', onsubmit: check }, el('label', { for: 'name' }, 'Name of the shape'), field,
    el('button', { class: 'primary' }, 'Check'))));

if (gl) {
  program = createProgram();
  show(view).then(() => clock.frame(draw));
} else showStatus('This game needs WebGL 2, which this browser does not support.', 'bad');
