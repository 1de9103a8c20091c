// Runs beside the sound thread: passes on the microphone as 16-bit samples of the rate that is asked
// for, a tenth of a second at a time. The sound is resampled with a windowed sinc filter.

const CROSSINGS = 16; // Zero crossings of the filter on each side.
const PASSED = 0.92; // Share of the frequencies of the new rate that pass.

class Microphone extends AudioWorkletProcessor {
  constructor({ processorOptions: { rate } }) {
    super();
    this.rate = rate;
    this.samples = new Int16Array(rate / 10);
    this.count = 0;
    this.cutoff = rate < sampleRate ? (PASSED * rate) / sampleRate : 1;
    this.reach = Math.ceil(CROSSINGS / this.cutoff);
    this.filters = new Map();
    this.heard = new Float32Array(2 * this.reach); // The last samples of the microphone, a ring.
    this.inputs = 0;
    this.outputs = 0;
  }

  // The filter for a sample that is `late` / `rate` of an input sample after one.
  filter(late) {
    if (!this.filters.has(late)) {
      const taps = Float64Array.from(this.heard, (_, n) => {
        const distance = n - this.reach + 1 - late / this.rate;
        const angle = Math.PI * this.cutoff * distance;
        return (angle ? Math.sin(angle) / angle : 1) * (1 + Math.cos((Math.PI * distance) / this.reach));
      });
      const sum = taps.reduce((total, tap) => total + tap);
      this.filters.set(late, taps.map((tap) => tap / sum));
    }
    return this.filters.get(late);
  }

  // Pass on the samples for which enough has been heard.
  pass() {
    for (;;) {
      const at = this.outputs * sampleRate;
      const first = Math.floor(at / this.rate) - this.reach + 1;
      if (first + this.heard.length > this.inputs) return;
      let value = 0;
      this.filter(at % this.rate).forEach((tap, n) => {
        value += tap * this.heard[(first + n + this.heard.length) % this.heard.length];
      });
      this.samples[this.count++] = Math.max(-1, Math.min(1, value)) * 32767;
      this.outputs += 1;
      if (this.count === this.samples.length) {
        this.port.postMessage(this.samples.slice());
        this.count = 0;
      }
    }
  }

  process([[channel]]) {
    for (const value of channel ?? []) {
      this.heard[this.inputs++ % this.heard.length] = value;
      this.pass();
    }
    return true;
  }
}
registerProcessor("microphone", Microphone);
