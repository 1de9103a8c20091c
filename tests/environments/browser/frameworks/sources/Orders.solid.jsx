import { createSignal, For } from 'solid-js';
import { render } from 'solid-js/web';

const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'], cells = [1, 2, 3, 4, 5, 6, 7, 8, 9];

function Orders() {
  const [said, say] = createSignal('nothing yet');
  const pick = (event) => choose(event, say);
  return <main>
    <h1>Orders</h1><p>The last action: <b>{said()}</b></p>
    <button data-truth onClick={() => say('saved')}>Save</button> <button disabled onClick={() => say('no')}>Send</button>
    <a data-truth href="#terms">Terms</a> <input data-truth onChange={() => say('typed')} />
    <select data-truth onChange={() => say('chosen')}><option>one</option><option>two</option></select>
    <div><div data-truth onClick={() => say('block')}>A block with a handler</div><div>A block without</div></div>
    <ul><For each={names}>{(name) => <li data-truth onClick={() => say(name)}>{name}</li>}</For></ul>
    <ul class="pointer"><For each={names}>{(name) => <li data-truth onClick={() => say(name)}>{name}</li>}</For></ul>
    <ul onClick={(event) => say(event.target.textContent)}><For each={names}>{(name) => <li data-truth>{name}</li>}</For></ul>
    <ul class="pointer" onClick={pick}><For each={names}>{(name) => <li data-truth>{name}</li>}</For></ul>
    <table><tbody><For each={names}>{(name) => <tr data-truth onClick={() => say(name)}><td>{name}</td><td>12 apples</td></tr>}</For></tbody></table>
    <div class="grid" onMouseDown={(event) => say(event.target.textContent)}><For each={cells}>{(one) => <div data-truth>{one}</div>}</For></div>
    <svg width="60" height="24"><rect width="20" height="20" /><circle data-truth cx="40" cy="11" r="10" onClick={() => say('circle')} /></svg>
    <p><span data-truth onDblClick={() => say('twice')}>Press twice</span> <span data-truth onPointerDown={() => say('down')}>Press down</span></p>
    <article data-truth onClick={() => say('card')}><h3>A card</h3><p>with text</p><p>and more text</p></article>
    <For each={names.slice(0, 2)}>{(name) => <article data-truth onClick={() => say(name)}><h3>{name}</h3>
      <button data-truth onClick={(event) => { event.stopPropagation(); say('bought'); }}>Buy</button></article>}</For>
    <section onClick={(event) => event.stopPropagation()}><p>A dialog's content</p><button data-truth onClick={() => say('closed')}>Close</button></section>
    <ul><For each={names}>{(name) => <li>{name} is only listed</li>}</For></ul>
    <table><tbody><For each={names}>{(name) => <tr><td>{name}</td><td>paid</td></tr>}</For></tbody></table>
    <div class="grid"><For each={cells}>{(one) => <div>{one}</div>}</For></div>
    <p class="pointer">Sold out: it has no handler</p>
  </main>;
}
function choose(event, say) { say(event.target.textContent); }

render(() => <Orders />, document.getElementById('app'));
