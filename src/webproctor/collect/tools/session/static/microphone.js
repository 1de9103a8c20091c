// Runs in the audio thread: sends the microphone's sound as 16-bit samples at the requested rate, a
// tenth of a second at a time. The sound is resampled with a windowed sinc filter.

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
    this.buffer = new Float32Array(2 * this.reach); // Ring buffer of the last samples of the microphone.
    this.inputs = 0;
    this.outputs = 0;
  }

  // The filter for an output sample that is `offset` / `rate` of an input sample after an input sample.
  filter(offset) {
    if (!this.filters.has(offset)) {
      const taps = Float64Array.from(this.buffer, (_, n) => {
        const distance = n - this.reach + 1 - offset / this.rate;
        const angle = Math.PI * this.cutoff * distance;
        return (angle ? Math.sin(angle) / angle : 1) * (1 + Math.cos((Math.PI * distance) / this.reach));
      });
      const sum = taps.reduce((total, tap) => total + tap);
      this.filters.set(offset, taps.map((tap) => tap / sum));
    }
    return this.filters.get(offset);
  }

  // Send the samples for which enough input has been received.
  emit() {
    for (;;) {
      const position = this.outputs * sampleRate;
      const first = Math.floor(position / this.rate) - this.reach + 1;
      if (first + this.buffer.length > this.inputs) return;
      let value = 0;
      this.filter(position % this.rate).forEach((tap, n) => {
        value += tap * this.buffer[(first + n + this.buffer.length) % this.buffer.length];
      });
      this.samples[this.count++] = Math.max(-1, Math.min(1, value)) * 32767;
      this.outputs += 1;
      if (this.count === this.samples.length) {
        this.port.postMessage(this.samples.slice());
        this.count = 0;
      }
    }
  }

  // Send the mean of all channels: a microphone can be connected to any of them.
  process([channels]) {
    for (let index = 0; index < (channels[0]?.length ?? 0); index++) {
      const value = channels.reduce((total, channel) => total + channel[index], 0) / channels.length;
      this.buffer[this.inputs++ % this.buffer.length] = value;
      this.emit();
    }
    return true;
  }
}
registerProcessor("microphone", Microphone);
