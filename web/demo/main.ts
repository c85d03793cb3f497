document.title = 'Tidepool'
