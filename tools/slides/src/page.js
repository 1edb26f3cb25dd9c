// One slide at a time. The speaker's window and the one that opened it follow each other.
addEventListener('load', () => {
  const slides = [...document.querySelectorAll('section')];
  const root = document.documentElement;
  for (const section of slides) {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = section.querySelector('.slide');
    if (scrollHeight > clientHeight || scrollWidth > clientWidth) section.dataset.tooLarge = '';
  }
  root.dataset.measured = '';
  root.classList.add('one');
  const isSpeakers = location.search === '?speaker';
  root.classList.toggle('notes', isSpeakers);
  let other = isSpeakers ? opener : null;
  let now = 0;
  const fit = () => {
    const notes = root.classList.contains('notes');
    const [width, height] = notes ? [innerWidth * 0.64, innerHeight * 0.66] : [innerWidth, innerHeight];
    const scale = Math.min(width / 1280, height / 720);
    root.style.setProperty('--scale', scale);
    root.style.setProperty('--left', notes ? '0px' : `${(width - 1280 * scale) / 2}px`);
    root.style.setProperty('--top', notes ? '0px' : `${(height - 720 * scale) / 2}px`);
  };
  const show = (to, told) => {
    now = Math.max(0, Math.min(slides.length - 1, to));
    slides.forEach((section, number) => {
      section.classList.toggle('now', number === now);
      section.classList.toggle('next', number === now + 1);
    });
    history.replaceState(null, '', `#${now + 1}`);
    scrollTo(0, 0);
    if (!told) other?.postMessage(now, '*');
  };
  const keys = {
    ArrowRight: () => show(now + 1), PageDown: () => show(now + 1), ' ': () => show(now + 1), Enter: () => show(now + 1),
    ArrowLeft: () => show(now - 1), PageUp: () => show(now - 1), Backspace: () => show(now - 1),
    Home: () => show(0), End: () => show(slides.length - 1),
    n: () => { root.classList.toggle('notes'); fit(); },
    p: () => { other = open(`${location.pathname}?speaker#${now + 1}`, 'speaker', 'width=1200,height=760'); },
    f: () => document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen(),
  };
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act) { event.preventDefault(); act(); }
  });
  addEventListener('click', event => {
    if (!event.target.closest('a, aside') && !getSelection().toString()) show(now + (event.clientX < innerWidth / 4 ? -1 : 1));
  });
  const help = document.querySelector('.help');
  addEventListener('mousemove', () => {
    help.classList.add('seen');
    clearTimeout(help.timer);
    help.timer = setTimeout(() => help.classList.remove('seen'), 2000);
  });
  addEventListener('message', event => { if (event.source === other) show(event.data, true); });
  addEventListener('hashchange', () => show(Number(location.hash.slice(1)) - 1));
  addEventListener('resize', fit);
  fit();
  show(Number(location.hash.slice(1) || 1) - 1);
});
