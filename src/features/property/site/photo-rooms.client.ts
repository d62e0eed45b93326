import { make } from '../../../ui/make.client.ts';

/** Buttons that lead to the first photograph of each room, for a viewer with photographs of several rooms. */
export class PhotoRooms {
  readonly element = make('div', { className: 'rooms', role: 'group' });
  #rooms: string[] = [];

  /** Makes a button per room, in the order of the photographs; `go` shows the slide at a place. */
  fill(roomOfSlide: readonly (string | undefined)[], go: (place: number) => void) {
    this.#rooms = [...new Set(roomOfSlide.filter((room) => room !== undefined))];
    this.element.hidden = this.#rooms.length < 2;
    this.element.replaceChildren(
      ...this.#rooms.map((room) => {
        const button = make('button', { type: 'button' }, room);
        button.addEventListener('click', () => go(roomOfSlide.indexOf(room)));
        return button;
      }),
    );
  }

  /** Marks the room of the slide that is shown. */
  mark(room: string | undefined) {
    for (const [at, button] of [...this.element.children].entries()) {
      const isShown = this.#rooms[at] === room;
      button.setAttribute('aria-current', String(isShown));
      if (isShown) button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }
}
