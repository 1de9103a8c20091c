import { render } from 'preact';
import { useState } from 'preact/hooks';

const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'], cells = [1, 2, 3, 4, 5, 6, 7, 8, 9];

function Orders() {
  const [said, say] = useState('nothing yet');
  const pick = (event) => choose(event, say);
  return <main>
    <h1>Orders</h1><p>The last action: <b>{said}</b></p>
    <button data-truth onClick={() => say('saved')}>Save</button> <button disabled onClick={() => say('no')}>Send</button>
    <a data-truth href="#terms">Terms</a> <input data-truth onChange={() => say('typed')} />
    <select data-truth onChange={() => say('chosen')}><option>one</option><option>two</option></select>
    <div><div data-truth onClick={() => say('block')}>A block with a handler</div><div>A block without</div></div>
    <ul>{names.map((name) => <li key={name} data-truth onClick={() => say(name)}>{name}</li>)}</ul>
    <ul className="pointer">{names.map((name) => <li key={name} data-truth onClick={() => say(name)}>{name}</li>)}</ul>
    <ul onClick={(event) => say(event.target.textContent)}>{names.map((name) => <li key={name} data-truth>{name}</li>)}</ul>
    <ul className="pointer" onClick={pick}>{names.map((name) => <li key={name} data-truth>{name}</li>)}</ul>
    <table><tbody>{names.map((name) => <tr key={name} data-truth onClick={() => say(name)}><td>{name}</td><td>12 apples</td></tr>)}</tbody></table>
    <div className="grid" onMouseDown={(event) => say(event.target.textContent)}>{cells.map((one) => <div key={one} data-truth>{one}</div>)}</div>
    <svg width="60" height="24"><rect width="20" height="20" /><circle data-truth cx="40" cy="11" r="10" onClick={() => say('circle')} /></svg>
    <p><span data-truth onDblClick={() => say('twice')}>Press twice</span> <span data-truth onPointerDown={() => say('down')}>Press down</span></p>
    <article data-truth onClick={() => say('card')}><h3>A card</h3><p>with text</p><p>and more text</p></article>
    {names.slice(0, 2).map((name) => <article key={name} data-truth onClick={() => say(name)}><h3>{name}</h3>
      <button data-truth onClick={(event) => { event.stopPropagation(); say('bought'); }}>Buy</button></article>)}
    <section onClick={(event) => event.stopPropagation()}><p>A dialog's content</p><button data-truth onClick={() => say('closed')}>Close</button></section>
    <ul>{names.map((name) => <li key={name}>{name} is only listed</li>)}</ul>
    <table><tbody>{names.map((name) => <tr key={name}><td>{name}</td><td>paid</td></tr>)}</tbody></table>
    <div className="grid">{cells.map((one) => <div key={one}>{one}</div>)}</div>
    <p className="pointer">Sold out: it has no handler</p>
  </main>;
}
function choose(event, say) { say(event.target.textContent); }

render(<Orders />, document.getElementById('app'));
