// Runs beside the sound thread: passes on the microphone as 16-bit samples, a tenth of a second at a time.
class Microphone extends AudioWorkletProcessor {
  constructor() {
    super();
    this.samples = new Int16Array(sampleRate / 10);
    this.count = 0;
  }

  process([[channel]]) {
    for (const value of channel ?? []) {
      this.samples[this.count++] = Math.max(-1, Math.min(1, value)) * 32767;
      if (this.count === this.samples.length) {
        this.port.postMessage(this.samples.slice());
        this.count = 0;
      }
    }
    return true;
  }
}
registerProcessor("microphone", Microphone);
