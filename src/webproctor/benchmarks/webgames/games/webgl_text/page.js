import { view, main, say, note, el, clock } from '/kit/kit.js';

const WIDTH = 720, HEIGHT = 420;
const node = el('canvas', { width: WIDTH, height: HEIGHT, role: 'img', 'aria-label': 'A turning shape, to be named by sight' });
const gl = node.getContext('webgl2', { stencil: true, preserveDrawingBuffer: true });

const program = () => {
  const made = gl.createProgram();
  const shaders = [
    [gl.VERTEX_SHADER, `#version 300 es
      in vec2 place; in vec3 colour; uniform vec2 turn; uniform vec2 scale; out vec3 tint;
      void main() {
        gl_Position = vec4(vec2(place.x * turn.x - place.y * turn.y, place.x * turn.y + place.y * turn.x) * scale, 0, 1);
        tint = colour;
      }`],
    [gl.FRAGMENT_SHADER, `#version 300 es
      precision mediump float; in vec3 tint; out vec4 pixel; void main() { pixel = vec4(tint, 1); }`],
  ];
  for (const [kind, source] of shaders) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  gl.useProgram(made);
  return made;
};

// The corners, and a square around them that carries the colours.
const show = (made, { outline, colours }) => {
  const square = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map((place, n) => [...place, ...colours[n % colours.length]]);
  const data = [...square, ...outline.map((place) => [...place, 0, 0, 0])].flat();
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(data), gl.STATIC_DRAW);
  for (const [name, size, from] of [['place', 2, 0], ['colour', 3, 8]]) {
    const at = gl.getAttribLocation(made, name);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, size, gl.FLOAT, false, 20, from);
  }
};

const field = el('input', { id: 'name', autocomplete: 'off' });
let shape = view, began = clock.now();

const check = async (event) => {
  event.preventDefault();
  const reply = await say('name', { text: field.value });
  if (!reply.wrong) return;
  field.value = '';
  note(reply.next ? 'Wrong three times: here is another shape.' : 'It is not called so.', 'bad');
  if (reply.next) {
    shape = reply.next;
    began = clock.now();
    show(made, shape);
    draw();
  }
};

main.append(el('div', { class: 'card centre' }, node,
  el('form', { class: 'row', onsubmit: check }, el('label', { for: 'name' }, 'What is it called?'), field,
    el('button', { class: 'first' }, 'Check'))));

const draw = () => {
  const angle = shape.turn + shape.speed * 2 * Math.PI * (clock.now() - began) / 1000;
  gl.uniform2f(gl.getUniformLocation(made, 'turn'), Math.cos(angle), Math.sin(angle));
  gl.uniform2f(gl.getUniformLocation(made, 'scale'), 0.85 * HEIGHT / WIDTH, 0.85);
  gl.clearColor(0.06, 0.08, 0.13, 1);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
  // Shapes need not bulge: drawn as a fan into the stencil, what is covered an odd number of times
  // is inside; there the square is painted.
  gl.colorMask(false, false, false, false);
  gl.stencilFunc(gl.ALWAYS, 0, 1);
  gl.stencilOp(gl.INVERT, gl.INVERT, gl.INVERT);
  gl.drawArrays(gl.TRIANGLE_FAN, 4, shape.outline.length);
  gl.colorMask(true, true, true, true);
  gl.stencilFunc(gl.EQUAL, 1, 1);
  gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
  gl.drawArrays(gl.TRIANGLE_FAN, 0, 4);
};

let made;
if (gl) {
  made = program();
  gl.enable(gl.STENCIL_TEST);
  show(made, shape);
  draw();
  clock.frame(draw);
} else note('This browser has no WebGL 2, which this game is drawn with.', 'bad');
