# Partilerin nereye gönderildiği üzerine söylenenler. Sözler ve değerleri `phrases/` içinde sıralanır.

broadcast-nowhere = henüz hiçbir yere gönderilmiyor: touchmove broadcast add lichess ROUND_ID --round 3
broadcast-not-running = yayınlananı gönderen yok: sudo systemctl enable --now touchmove-broadcast, ya da touchmove-web broadcast çalıştırın
broadcast-added = hedef { $id }: yayınlanan bundan sonra oraya gönderilir; ne olduğunu touchmove broadcast status söyler
broadcast-removed = hedef { $id }: oraya artık bir şey gönderilmez
broadcast-again = hedef { $id }: her şey bir kez daha gönderilir
broadcast-lichess = Lichess { $round }
broadcast-all-rounds = tüm turlar
broadcast-round = { $round }. tur
broadcast-section = { $rounds }, { $section }
broadcast-nothing = { $games }, henüz bir şey alınmadı
broadcast-last = { $games }, sonuncusu { $ago } önce, { $late } gecikmeyle
broadcast-behind = { $count } parti geride
broadcast-refused = { $game }: alınmadı: { $why }
broadcast-ends = { $game }: geçerli sayılan kural dışı hamleye kadar gönderildi; { $number } hamlesinden sonrasını okuyucular izleyemez (sonuç gönderilir)
broadcast-trouble = { $place }: { $lasts } süredir: { $trouble }
broadcast-said = { $trouble } ({ $why })
broadcast-no-key = anahtar yok
broadcast-key-refused = anahtar kabul edilmiyor: Lichess, yayını değiştirebilen birinin study:write yetkili anahtarını ister
broadcast-not-there = böyle bir tur ya da adres yok
broadcast-unreachable = yanıt veren yok
broadcast-busy = çok meşgul ya da bozuk; yeniden denenir
broadcast-not-taken = alınmıyor
broadcast-unclear = yanıt anlamsız
