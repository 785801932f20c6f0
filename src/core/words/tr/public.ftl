# Seyirci sayfalarında söylenenler. Cümleler ve değerleri `phrases/` içinde sıralanır.

public-title = Oyunlar
public-round = { $number }. tur
public-table = { $number }. masa
public-nothing = Burada henüz bir şey oynanmıyor.
public-stale = Güncel değil: salondan haber alınamıyor. Kendiliğinden yeniden denenecek.
public-wall = Duvar için masalar
public-boards = { $count } masa
public-keys = Hangi masalar
